import { describe, expect, it } from 'vitest';
import { isPaymentPending } from '#app/domain/billing/earlier-subscriptions.server.ts';
import { startMembershipPayment } from '#app/domain/billing/membership.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { confirmPayment, settled, webhooks, withSandbox } from '#tests/integration/card-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';

withSandbox();

describe('whether a payment waits to be confirmed', () => {
  it('does not for somebody who bought nothing, whatever the address says', async () => {
    const viewer = await newViewer();
    expect(await isPaymentPending(viewer, false)).toBe(false);
    expect(await isPaymentPending(viewer, true)).toBe(false);
  });

  it('does not after a checkout that was opened and left, unless the browser comes back from paying', async () => {
    const viewer = await newViewer();
    await startMembershipPayment(viewer);
    expect(await isPaymentPending(viewer, false)).toBe(false);
    expect(await isPaymentPending(viewer, true)).toBe(true);
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { createdAt: new Date(Date.now() - 80 * 3600 * 1000) },
    });
    expect(await isPaymentPending(viewer, true)).toBe(false);
  });

  it('does from the payment until the provider has told the site', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startMembershipPayment(viewer);
    webhooks.areTaken = false;
    await confirmPayment(clientSecret);
    expect(await isPaymentPending(viewer, false)).toBe(true);
    webhooks.areTaken = true;
    await settled();
    expect(await isPaymentPending(viewer, false)).toBe(false);
  });
});
