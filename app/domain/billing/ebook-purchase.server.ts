import type { Viewer } from '#app/domain/access/viewer.ts';
import { customerOf, findCustomer } from '#app/domain/billing/customer.server.ts';
import { acceptPurchaseTerms } from '#app/domain/billing/membership.server.ts';
import { atProvider, unlessUnanswered } from '#app/domain/billing/provider-refusal.server.ts';
import { ebook } from '#app/domain/catalogue/products.ts';
import { Refusal } from '#app/domain/errors.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { payments } from '#app/platform/payments/payments.server.ts';

/**
 * The purchases of the ebook that a user has made or begun, the newest first.
 * @throws {Refusal} conflict for who has the book already, or has paid for it and only the provider's word is to come.
 */
async function earlierPurchases(viewer: Viewer) {
  if (viewer.hasMembership) throw new Refusal('conflict', 'The ebook is part of your membership.');
  const earlier = await prisma().purchase.findMany({
    where: { userId: viewer.id, product: ebook.key },
    select: { providerPaymentId: true, status: true },
    orderBy: { createdAt: 'desc' },
  });
  if (earlier.some(({ status }) => status === 'paid'))
    throw new Refusal('conflict', 'You have bought the ebook already.');
  const settled = new Set(
    earlier.filter(({ status }) => status !== 'begun').map((purchase) => purchase.providerPaymentId),
  );
  if (await unlessUnanswered(isPaid(viewer, settled)))
    throw new Refusal(
      'conflict',
      'You have paid already. The payment is being confirmed, please wait a moment.',
    );
  return earlier;
}

/** Whether the provider has taken money that no webhook has told of yet. */
async function isPaid(viewer: Viewer, settled: ReadonlySet<string>): Promise<boolean> {
  const customer = await findCustomer(viewer.id);
  if (!customer) return false;
  const paid = await payments().findPaidPayments(customer, ebook.key);
  return paid.some((id) => !settled.has(id));
}

const metadataOf = (viewer: Viewer) => ({ user_id: viewer.id, product: ebook.key });

/**
 * Begins the payment of the ebook and returns the secret with which the browser makes it. Asked again, by a reload or a second
 * tab, it answers with the same payment. The book is the buyer's once the provider's webhook says so.
 * @throws {Refusal} conflict for who has or has paid for the book; unavailable when the provider cannot be reached.
 */
export async function startEbookPayment(viewer: Viewer): Promise<{ clientSecret: string }> {
  const earlier = await earlierPurchases(viewer);
  return atProvider(async () => {
    const open = earlier.find(({ status }) => status === 'begun');
    const secret = open
      ? await payments().findOpenPaymentSecret(open.providerPaymentId, ebook.amountCents)
      : null;
    if (secret) return { clientSecret: secret };
    const { paymentId, clientSecret } = await payments().startPayment({
      customerId: await customerOf(viewer),
      product: ebook,
      metadata: metadataOf(viewer),
      idempotencyKey: `ebook-${viewer.id}-${earlier.length}-${ebook.amountCents}`,
    });
    const { amountCents, currency, key: product } = ebook;
    await prisma().purchase.createMany({
      data: {
        userId: viewer.id,
        product,
        provider: 'stripe',
        providerPaymentId: paymentId,
        amountCents,
        currency,
      },
      skipDuplicates: true,
    });
    return { clientSecret };
  });
}

/**
 * Opens the provider's hosted checkout for the ebook and returns its address. For browsers without scripts: asking for it is the
 * acceptance of the purchase's terms.
 * @throws {Refusal} conflict for who has or has paid for the book; unavailable when the provider cannot be reached.
 */
export async function openEbookCheckout(viewer: Viewer): Promise<string> {
  const earlier = await earlierPurchases(viewer);
  await acceptPurchaseTerms(viewer);
  // A double press gets one checkout; a new try a minute later a new one.
  const minute = Math.floor(Date.now() / 60_000);
  return atProvider(async () =>
    payments().createHostedCheckout({
      customerId: await customerOf(viewer),
      product: ebook,
      metadata: metadataOf(viewer),
      successUrl: `${config().appUrl}/tripwire-success`,
      cancelUrl: `${config().appUrl}/checkout?product=dmd`,
      idempotencyKey: `ebook-checkout-${viewer.id}-${earlier.length}-${minute}`,
    }),
  );
}

/** Gives a payment back that bought nothing; the worker calls it. Safe to repeat. */
export async function refundPayment({ providerPaymentId }: { providerPaymentId: string }): Promise<void> {
  await payments().refundPayment(providerPaymentId);
}
