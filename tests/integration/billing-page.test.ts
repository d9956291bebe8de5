import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { findMembershipState, listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { askForCards, watchCards } from '#app/domain/selling/billing/card-expiry.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { adminBehindContext, memberContext } from '#app/routes/http/context.server.ts';
import { action as billingAction, loader as billingLoader } from '#app/routes/member/billing/billing.tsx';
import { action as cancelAction } from '#app/routes/member/billing/cancel.tsx';
import {
  atStripe,
  base,
  card,
  newCardMember,
  renew,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();

describe('the forms of the billing page', () => {
  /** How the site answers a form of the member. */
  async function answerTo(viewer: Viewer, path: string, form: Record<string, string>) {
    const context = new RouterContextProvider();
    context.set(memberContext, viewer);
    const url = new URL(path, 'http://localhost:3000');
    const request = new Request(url, { method: 'POST', body: new URLSearchParams(form) });
    const action = path.endsWith('/cancel') ? cancelAction : billingAction;
    const answer = await action({ request, context, url, params: {}, pattern: path });
    if (answer instanceof Response)
      return { status: answer.status, location: answer.headers.get('Location') };
    return { status: answer.init?.status, body: JSON.stringify(answer.data) };
  }

  it('answer 503 with words while the provider is down, and keep what was typed', async () => {
    const viewer = await newCardMember();
    cutOffStripe();
    const canceled = await answerTo(viewer, '/profile/billing/cancel', { comment: 'Kept words' });
    expect(canceled).toMatchObject({ status: 503, body: expect.stringContaining('could not be reached') });
    expect(canceled.body).toContain('Kept words');
    for (const intent of ['card', 'keep'])
      expect((await answerTo(viewer, '/profile/billing', { intent })).status).toBe(
        intent === 'card' ? 503 : 303,
      );
  });

  it('have the saved card asked for anew, but not while an admin looks at the page as the member', async () => {
    const viewer = await newCardMember();
    const card = async () =>
      (await prisma().subscription.findFirstOrThrow({ where: { userId: viewer.id } })).cardLast4;
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { cardLast4: '4242' } });
    const url = new URL('/profile/billing?card=saved', 'http://localhost:3000');
    const open = async (admin: Viewer | null) => {
      const context = new RouterContextProvider();
      context.set(memberContext, viewer);
      context.set(adminBehindContext, admin);
      await billingLoader({
        request: new Request(url),
        context,
        url,
        params: {},
        pattern: '/profile/billing',
      });
    };
    await open(await newViewer({ role: 'admin' }));
    expect(await card()).toBe('4242');
    await open(null);
    expect(await card()).toBeNull();
  });

  it('answer 429 to who asks the provider again and again', async () => {
    const viewer = await newViewer();
    const statuses: unknown[] = [];
    for (let press = 0; press < 21; press += 1)
      statuses.push((await answerTo(viewer, '/profile/billing', { intent: 'card' })).status);
    expect([statuses[0], statuses[19], statuses[20]]).toEqual([409, 409, 429]);
    expect((await answerTo(viewer, '/profile/billing/cancel', {})).status).toBe(429);
  });

  it('lead back to the billing page', async () => {
    const viewer = await newCardMember();
    const done = { status: 303, location: '/profile/billing' };
    for (const press of [1, 2])
      expect([press, await answerTo(viewer, '/profile/billing/cancel', {})]).toEqual([press, done]);
    expect(await answerTo(viewer, '/profile/billing', { intent: 'keep' })).toEqual(done);
  });
});

describe('the page for the card', () => {
  const send = (address: string, number: string) =>
    fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ ...card, number }),
      redirect: 'manual',
    });

  it('replaces the card that pays, not the subscription’s old one', async () => {
    const viewer = await newCardMember();
    const { default_payment_method: old } = await atStripe(viewer.id);
    expect(old).toMatch(/^pm_/);
    const address = await openCardPage(viewer);
    expect(address).toMatch(new RegExp(`^${base}/sandbox/card/bps_`));
    expect(await (await fetch(address)).text()).toContain('Replace your card');
    const declined = await send(address, '4000 0000 0000 0002');
    expect([declined.status, await declined.text()]).toEqual([
      422,
      expect.stringContaining('Your card was declined.'),
    ]);
    const saved = await send(address, '4242 4242 4242 4242');
    expect(saved.headers.get('location')).toBe('http://localhost:3000/profile/billing?card=saved');
    const { default_payment_method: own, customer } = await atStripe(viewer.id);
    const { invoice_settings } = (await stripe.customers.retrieve(String(customer))) as {
      invoice_settings?: { default_payment_method: string };
    };
    expect(own).toBeNull();
    expect(invoice_settings?.default_payment_method).toMatch(/^pm_/);
    expect(invoice_settings?.default_payment_method).not.toBe(old);
    await expect(openCardPage(viewer)).resolves.toContain('/sandbox/card/');
  });

  it('lets a payment that failed go through when the provider tries again', async () => {
    const viewer = await newCardMember();
    await renew(viewer.id, false);
    await send(await openCardPage(viewer), '4242 4242 4242 4242');
    await sandbox.turnClock((await sandbox.now()) + 3 * 24 * 3600 + 60);
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect((await listPayments(viewer.id)).rows).toHaveLength(2);
  });
});

describe('the list of payments', () => {
  it('is the newest first, twenty on a page, with what is known of each', async () => {
    const viewer = await newViewer();
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 3600 * 1000);
    await prisma().payment.createMany({
      data: Array.from({ length: 41 }, (_, index) => ({
        userId: viewer.id,
        product: 'membership',
        provider: 'stripe' as const,
        providerInvoiceId: `in_${viewer.id}_${index}`,
        amountCents: 4_700 + index,
        taxCents: index,
        status: 'paid' as const,
        paidAt: day(index * 20),
      })),
    });
    const first = await listPayments(viewer.id);
    expect(first.rows.map(({ taxCents }) => taxCents)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(first.rows[1]).toMatchObject({
      productName: 'Membership',
      amountCents: 4_701,
      refundedCents: 0,
      status: 'paid',
      documents: [],
    });
    // What is paid meanwhile moves nothing from page to page.
    await prisma().payment.create({
      data: {
        userId: viewer.id,
        product: 'membership',
        provider: 'stripe',
        providerInvoiceId: `in_${viewer.id}_new`,
        amountCents: 4_700,
        status: 'paid',
        paidAt: new Date(),
      },
    });
    const second = await listPayments(viewer.id, readCursor(first.next));
    expect(second.rows.map(({ taxCents }) => taxCents)).toEqual(Array.from({ length: 20 }, (_, i) => 20 + i));
    const third = await listPayments(viewer.id, readCursor(second.next));
    expect(third.rows.map(({ taxCents }) => taxCents)).toEqual([40]);
    expect(third.next).toBeNull();
  });

  it('names the card that pays, as the provider tells it, and asks for it anew once it was replaced', async () => {
    const viewer = await newCardMember();
    const cardNow = async () => {
      const state = await findMembershipState(viewer.id);
      return state.kind === 'active' ? state.card : expect.fail(state.kind);
    };
    await watchCards();
    expect(await cardNow()).toEqual({ brand: 'Visa', last4: '4242' });
    await askForCards(viewer.id);
    expect(await cardNow()).toBeNull();
    await watchCards();
    expect(await cardNow()).toEqual({ brand: 'Visa', last4: '4242' });
  });
});
