import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Whether an address, given as SQL, is on the suppression list. */
export const suppressedSql = (address: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM mail_suppressions x WHERE x.address = ${address})`;

/** Whether an address is on the suppression list. One query. */
export const isSuppressed = async (address: string): Promise<boolean> =>
  (await prisma().mailSuppression.count({ where: { address: address.toLowerCase() } })) > 0;
