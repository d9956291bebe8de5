import { graceDays } from '#app/domain/access/grace.ts';
import { liveStatuses } from '#app/domain/access/live-statuses.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/**
 * Whether a user has one of some products, by their keys: bought once and not given back, or by a subscription that is live and
 * not on hold, see `hasMembershipSql`. One query.
 */
export async function ownsProduct(userId: string, product: string | readonly string[]): Promise<boolean> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * 24 * 3600 * 1000);
  const keys = typeof product === 'string' ? [product] : [...product];
  const owned = await prisma().user.findFirst({
    where: {
      id: userId,
      OR: [
        { purchases: { some: { product: { in: keys }, status: 'paid' } } },
        {
          subscriptions: {
            some: {
              product: { in: keys },
              status: { in: [...liveStatuses] },
              isDisputed: false,
              isRefunded: false,
              heldReason: null,
              OR: [
                { currentPeriodEnd: { gt: daysAgo(graceDays) } },
                { currentPeriodEnd: null, lastEventAt: { gt: daysAgo(31 + graceDays) } },
                { currentPeriodEnd: null, lastEventAt: null, createdAt: { gt: daysAgo(31 + graceDays) } },
              ],
            },
          },
        },
      ],
    },
    select: { id: true },
  });
  return owned !== null;
}
