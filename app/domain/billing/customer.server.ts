import type { Viewer } from '#app/domain/access/viewer.ts';
import { prisma } from '#app/platform/database/client.server.ts';
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
  const known = await findCustomer(viewer.id, seller);
  if (known) return known;
  const customerId = await seller.createCustomer({
    userId: viewer.id,
    email: viewer.email,
    name: viewer.name,
  });
  if (customerId)
    await prisma().providerCustomer.createMany({
      data: { userId: viewer.id, provider: seller.name, customerId },
      skipDuplicates: true,
    });
  return customerId;
}
