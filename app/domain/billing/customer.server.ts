import type { Viewer } from '#app/domain/access/viewer.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { payments } from '#app/platform/payments/payments.server.ts';

/** The provider's customer of a user, if they have bought or begun to buy before. */
export async function findCustomer(userId: string): Promise<string | null> {
  const key = { userId, provider: 'stripe' as const };
  const known = await prisma().providerCustomer.findUnique({ where: { userId_provider: key } });
  return known?.customerId ?? null;
}

/** The provider's customer of a user, made at their first purchase. @throws {PaymentError} */
export async function customerOf(viewer: Viewer): Promise<string> {
  const known = await findCustomer(viewer.id);
  if (known) return known;
  const customerId = await payments().createCustomer({
    userId: viewer.id,
    email: viewer.email,
    name: viewer.name,
  });
  await prisma().providerCustomer.createMany({
    data: { userId: viewer.id, provider: 'stripe', customerId },
    skipDuplicates: true,
  });
  return customerId;
}
