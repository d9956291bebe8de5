import { databasePool, prisma } from '#app/platform/database/client.server.ts';

/** What a user has bought once, the oldest first. */
export const purchasesOf = (userId: string) =>
  prisma().purchase.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });

/** What a user has paid, the oldest first. */
export const paymentsOf = (userId: string) =>
  prisma().payment.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });

/** The payments the queue is asked to give back. */
export async function refundJobs(): Promise<string[]> {
  const { rows } = await databasePool().query<{ data: { providerPaymentId: string } }>(
    `SELECT data FROM pgboss.job WHERE name = 'refund-payment'`,
  );
  return rows.map(({ data }) => data.providerPaymentId);
}
