import { prisma } from '#app/platform/database/client.server.ts';

/** Whether a user has bought a product that is paid once, and has not got the money back. One query. */
export async function ownsProduct(userId: string, product: string): Promise<boolean> {
  const purchase = await prisma().purchase.findFirst({
    where: { userId, product, status: 'paid' },
    select: { id: true },
  });
  return purchase !== null;
}
