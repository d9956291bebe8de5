import { prisma } from '#app/platform/database/client.server.ts';

/** The latest mails, for the demo's outbox. */
export function listLatestMails(limit = 50) {
  return prisma().mailOutbox.findMany({
    select: { id: true, recipient: true, subject: true, text: true, createdAt: true },
    orderBy: { createdAt: 'desc' },
    take: limit,
  });
}

/** The HTML of one mail, or null. */
export async function findMailHtml(id: string): Promise<string | null> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  const mail = await prisma().mailOutbox.findUnique({ where: { id }, select: { html: true } });
  return mail?.html ?? null;
}
