import { describe, expect, it } from 'vitest';
import { isPaymentPending } from '#app/domain/billing/unconfirmed.server.ts';
import { membership } from '#app/domain/catalogue/products.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { confirmPayment, settled, webhooks, withSandbox } from '#tests/integration/card-buyers.ts';
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
