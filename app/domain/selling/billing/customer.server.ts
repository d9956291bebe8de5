import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import type { Jobs } from '#app/platform/jobs/kinds.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import type { Provider } from '#app/platform/payments/port.ts';

/** A provider's customer of a user, if they have bought or begun to buy there before. */
export async function findCustomer(userId: string, { name: provider }: Provider): Promise<string | null> {
  const known = await prisma().providerCustomer.findUnique({
    where: { userId_provider: { userId, provider } },
  });
  return known?.customerId ?? null;
}

/** A provider's customer of a user, made at their first purchase; null where the provider keeps none. @throws {PaymentError} */
export async function customerOf(viewer: Viewer, seller: Provider): Promise<string | null> {
  return (await findCustomer(viewer.id, seller)) ?? (await makeCustomer(viewer, seller, null));
}

/**
 * A new customer in place of one that the provider does not have (any more): deleted there, or of another account or mode.
 * @throws {PaymentError}
 */
export async function replaceCustomer(
  viewer: Viewer,
  seller: Provider,
  gone: string,
): Promise<string | null> {
  const { id: userId } = viewer;
  await prisma().providerCustomer.deleteMany({
    where: { userId, provider: seller.name, customerId: gone },
  });
  log().warn({ userId, provider: seller.name, customerId: gone }, 'customer is gone at the provider');
  return makeCustomer(viewer, seller, gone);
}

async function makeCustomer(
  viewer: Viewer,
  seller: Provider,
  replaces: string | null,
): Promise<string | null> {
  const { id: userId, email, name } = viewer;
  const customerId = await seller.createCustomer({ userId, email, name, replaces });
  if (customerId)
    await prisma().providerCustomer.createMany({
      data: { userId, provider: seller.name, customerId },
      skipDuplicates: true,
    });
  return customerId;
}

/**
 * Has providers forget somebody whose account is erased, as part of `tx`: their customers there, with address, name and cards. What was
 * paid stays in the provider's books, as in ours.
 */
export async function forgetCustomers(tx: Transaction, userId: string): Promise<void> {
  const customers = await tx.db.providerCustomer.findMany({
    where: { userId },
    select: { provider: true, customerId: true },
  });
  for (const customer of customers) await sendJobWith(tx, 'forget-customer', customer);
}

/** Deletes a customer at their provider; the worker calls it. One that is gone is fine. @throws while the provider cannot be asked */
export async function forgetCustomer({ provider: name, customerId }: Jobs['forget-customer']): Promise<void> {
  await provider(name).forgetCustomer(customerId);
}
