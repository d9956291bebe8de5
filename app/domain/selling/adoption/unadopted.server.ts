import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';

/** Outcomes of subscriptions that can still be adopted. */
const adoptable = ['unread', 'ready', 'undecided', 'no_account'] as const;

/**
 * At which provider people are subscribed to something that is mapped and not adopted, by their addresses, as it was read last. One query, which
 * changes nothing.
 */
export async function findUnadopted(emails: readonly string[]): Promise<Map<string, PaymentProvider>> {
  const addresses = [...emails];
  const rows = await prisma().foreignSubscription.findMany({
    where: {
      OR: [{ namedEmail: { in: addresses } }, { namedEmail: null, email: { in: addresses } }],
      outcome: { in: [...adoptable] },
      status: { in: ['active', 'trialing', 'past_due', 'paused', 'unpaid'] },
    },
    select: { provider: true, email: true, namedEmail: true },
  });
  return new Map(
    rows.flatMap(({ provider, email, namedEmail }) => {
      const address = namedEmail ?? email;
      return address ? [[address, provider] as const] : [];
    }),
  );
}
