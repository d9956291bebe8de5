import { describe, expect, it, vi } from 'vitest';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { newCardMember, pay, rowOf, stripe, withSandbox } from '#tests/integration/card-buyers.ts';
import { newViewer } from '#tests/integration/people.ts';
import {
  openEbookCheckout,
  openHostedCheckout,
  startEbookPayment,
  startMembershipPayment,
} from '#tests/integration/purchases.ts';

withSandbox();

const customerOf = async (userId: string) =>
  (await prisma().providerCustomer.findFirstOrThrow({ where: { userId } })).customerId;

/** Somebody whose customer is of another account: of the rehearsal with test keys. */
async function withForeignCustomer() {
  const viewer = await newViewer();
  await prisma().providerCustomer.create({
    data: { userId: viewer.id, provider: 'stripe', customerId: `cus_of_test_mode_${viewer.id}` },
  });
  return viewer;
}

/** Somebody who has begun to buy, and whose customer was then deleted at the provider. */
async function withDeletedCustomer() {
  const viewer = await newViewer();
  await startMembershipPayment(viewer);
  await stripe.customers.del(await customerOf(viewer.id));
  return viewer;
}

describe.each([
  ['of another account', withForeignCustomer],
  ['that was deleted', withDeletedCustomer],
])('a customer %s does not keep its user from buying', (_, lose) => {
  it('by the card form', async () => {
    const viewer = await lose();
    const gone = await customerOf(viewer.id);
    const { clientSecret } = await startMembershipPayment(viewer);
    expect(await customerOf(viewer.id)).not.toBe(gone);
    await pay(clientSecret);
    const rows = await prisma().subscription.findMany({ where: { userId: viewer.id, status: 'active' } });
    expect(rows).toHaveLength(1);
  });

  it('at the hosted checkout, and the ebook', async () => {
    await expect(openHostedCheckout(await lose())).resolves.toContain('/sandbox/checkout/');
    await expect(openEbookCheckout(await lose())).resolves.toContain('/sandbox/checkout/');
    await expect(startEbookPayment(await lose())).resolves.toHaveProperty('clientSecret');
  });
});

it('a customer stays where the provider refuses a purchase for another reason, and none is begun', async () => {
  const viewer = await newViewer();
  await startMembershipPayment(viewer);
  const customer = await customerOf(viewer.id);
  const refused = new PaymentError('card_declined', 'Your card was declined.', false);
  const begin = vi.spyOn(provider('stripe'), 'startPurchase').mockRejectedValueOnce(refused);
  await expect(startEbookPayment(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(begin).toHaveBeenCalledTimes(1);
  begin.mockRestore();
  expect(await customerOf(viewer.id)).toBe(customer);
});

describe('the page for the card', () => {
  it('is refused in words to whose card the provider has no longer', async () => {
    const viewer = await newCardMember();
    await expect(openCardPage(viewer)).resolves.toContain('/sandbox/');
    await prisma().subscription.update({
      where: { id: (await rowOf(viewer.id)).id },
      data: { providerSubscriptionId: `sub_of_test_mode_${viewer.id.replaceAll('-', '')}` },
    });
    await expect(openCardPage(viewer)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('no longer has your card'),
    });
  });
});
