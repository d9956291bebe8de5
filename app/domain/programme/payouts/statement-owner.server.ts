import { isId } from '#app/domain/core/audit/target.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** Whose a statement is; null for nobody. One query. */
export async function findStatementOwner(
  userId: string,
): Promise<{ id: string; name: string; email: string } | null> {
  if (!isId(userId)) return null;
  return prisma().user.findUnique({
    where: { id: userId },
    select: { id: true, name: true, email: true },
  });
}
