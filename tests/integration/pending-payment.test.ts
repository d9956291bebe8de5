import { RouterContextProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { findPending } from '#app/domain/selling/billing/unconfirmed.server.ts';
import { confirmAtProviders } from '#app/domain/selling/payment-events/confirm.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { loader } from '#app/routes/checkout/thank-you.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import {
  confirmPayment,
  newCardMember,
  payUnheard,
  settled,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';
import { startMembershipPayment } from '#tests/integration/purchases.ts';

withSandbox();

const isPaymentPending = async (viewer: Viewer, product: Product, hasReturnedPaid: boolean) =>
  (await findPending(viewer, product, hasReturnedPaid)) !== null;

/** What the page after the payment says. */
async function stateAt(viewer: Viewer, query: string): Promise<string> {
  const context = new RouterContextProvider();
  context.set(memberContext, { ...viewer, hasMembership: false });
  const url = new URL(`http://localhost:3000/thank-you${query}`);
  return (await loader({ url, context } as unknown as Parameters<typeof loader>[0])).state;
}

describe('the page after the payment', () => {
  it.each(['', '?redirect_status=succeeded'])('asks each provider once what was paid (%s)', async (query) => {
    const viewer = await newViewer();
    const { clientSecret } = await startMembershipPayment(viewer);
    webhooks.areTaken = false;
    await confirmPayment(clientSecret);
    const findPaid = vi.spyOn(provider('stripe'), 'findPaid');
    try {
      expect(await stateAt(viewer, query)).toBe('active');
      expect(findPaid).toHaveBeenCalledTimes(1);
    } finally {
      findPaid.mockRestore();
    }
  });
});

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

describe('a provider that is asked what was paid', () => {
  /** What becomes of asking about a payment that no webhook has told of, where the answer is this failure. */
  async function confirmWhereFails(error: Error) {
    const viewer = await newViewer();
    const { clientSecret } = await startMembershipPayment(viewer);
    await payUnheard(clientSecret);
    const findPresent = vi.spyOn(provider('stripe'), 'findPresent').mockRejectedValueOnce(error);
    try {
      return await confirmAtProviders(viewer, membership);
    } finally {
      expect(findPresent).toHaveBeenCalledTimes(1);
      findPresent.mockRestore();
    }
  }

  it('and does not answer is left to its webhook', async () => {
    const error = new PaymentError('unreachable', 'Stripe could not be reached.', true);
    expect(await confirmWhereFails(error)).toBe(false);
  });

  it('does not hide what fails here', async () => {
    await expect(confirmWhereFails(new TypeError('a fault of ours'))).rejects.toThrow('a fault of ours');
  });
});

it('is told as done where the confirmation came after the request was let in', async () => {
  expect(await stateAt(await newCardMember(), '?redirect_status=succeeded')).toBe('active');
});
