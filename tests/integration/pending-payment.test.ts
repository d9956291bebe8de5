import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { isPaymentPending } from '#app/domain/billing/unconfirmed.server.ts';
import { membership } from '#app/domain/catalogue/products.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { loader } from '#app/routes/checkout/thank-you.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import {
  confirmPayment,
  newCardMember,
  settled,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';
import { startMembershipPayment } from '#tests/integration/purchases.ts';

withSandbox();

describe('whether a payment waits to be confirmed', () => {
  it('does not for somebody who bought nothing, whatever the address says', async () => {
    const viewer = await newViewer();
    expect(await isPaymentPending(viewer, membership, false)).toBe(false);
    expect(await isPaymentPending(viewer, membership, true)).toBe(false);
  });

  it('does not after a checkout that was opened and left, unless the browser comes back from paying', async () => {
    const viewer = await newViewer();
    await startMembershipPayment(viewer);
    expect(await isPaymentPending(viewer, membership, false)).toBe(false);
    expect(await isPaymentPending(viewer, membership, true)).toBe(true);
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { createdAt: new Date(Date.now() - 80 * 3600 * 1000) },
    });
    expect(await isPaymentPending(viewer, membership, true)).toBe(false);
  });

  it('does from the payment until the provider has told the site', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startMembershipPayment(viewer);
    webhooks.areTaken = false;
    await confirmPayment(clientSecret);
    expect(await isPaymentPending(viewer, membership, false)).toBe(true);
    webhooks.areTaken = true;
    await settled();
    expect(await isPaymentPending(viewer, membership, false)).toBe(false);
  });
});

it('is told as done where the confirmation came after the request was let in', async () => {
  const member = await newCardMember();
  const context = new RouterContextProvider();
  context.set(memberContext, { ...member, hasMembership: false });
  const url = new URL('http://localhost:3000/thank-you?redirect_status=succeeded');
  const { state } = await loader({ url, context } as unknown as Parameters<typeof loader>[0]);
  expect(state).toBe('active');
});
