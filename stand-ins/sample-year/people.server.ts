import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { acceptDocuments } from '#app/domain/learning/legal/acceptance.server.ts';
import { recordReferralClick } from '#app/domain/programme/affiliates/clicks.server.ts';
import { now, withClock } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { type Buyer, type SellerKey, sellers } from '#stand-ins/sample-year/plan.ts';

/** A seller as the rest of the year knows them. */
export interface SampleSeller {
  id: string;
  email: string;
  name: string;
  username: string;
}

export type SampleSellers = Record<SellerKey, SampleSeller>;

const sellerFields = { id: true, email: true, name: true, username: true } as const;

interface NewPerson {
  email: string;
  name: string;
  username: string;
  role: 'member' | 'affiliate' | 'pro_reseller';
  referredById: string | null;
  referralClickId: string | null;
}

/** Registers somebody at the moment of the clock, their address verified; whoever is there stays as they are. Nobody knows a password. */
async function register({ role, ...person }: NewPerson): Promise<SampleSeller> {
  const existingUser = await prisma().user.findUnique({
    where: { email: person.email },
    select: sellerFields,
  });
  if (existingUser) return existingUser;
  return transaction(async (tx) => {
    const user = await tx.db.user.create({
      data: { ...person, role, assignedRole: role, createdAt: now(), emailVerifiedAt: now() },
      select: sellerFields,
    });
    const documents = role === 'member' ? [] : (['affiliate-agreement'] as const);
    await acceptDocuments(tx, user.id, ['terms', 'privacy', ...documents]);
    await recordActivity(tx, { kind: 'member_registered', userId: user.id, actorId: user.id });
    return user;
  });
}

/** The sellers: the demo's own accounts, which have been there from the first day, and one more of each kind. */
export async function makeSellers(dayAt: (day: number) => Date): Promise<SampleSellers> {
  const sampleSellers: Partial<SampleSellers> = {};
  for (const seller of sellers) {
    if ('email' in seller) {
      sampleSellers[seller.key] = await prisma().user.update({
        where: { email: seller.email },
        data: { createdAt: dayAt(seller.joins) },
        select: sellerFields,
      });
      continue;
    }
    const above = 'by' in seller ? sampleSellers[seller.by] : undefined;
    sampleSellers[seller.key] = await withClock(
      () => dayAt(seller.joins),
      () =>
        register({
          email: `${seller.key}@sample.example`,
          name: seller.name,
          username: `sample-${seller.key}`,
          role: seller.role,
          referredById: above?.id ?? null,
          referralClickId: null,
        }),
    );
  }
  return sampleSellers as SampleSellers;
}

/** A buyer, by the click that brought them; theirs is the moment of the clock. Answers their id. */
export async function makeBuyer(
  { number, campaign: from }: Buyer,
  seller: SampleSeller | null,
): Promise<string> {
  const click = seller
    ? await recordReferralClick(
        {
          name: { username: seller.username },
          landingPage: from.page,
          // An address for each, of a network kept for examples.
          clientAddress: `2001:db8:${number.toString(16)}::1`,
          userAgent: null,
          utmSource: from.source,
          utmMedium: from.medium,
          utmCampaign: from.name,
        },
        null,
      )
    : null;
  const { id } = await register({
    email: `buyer-${number}@sample.example`,
    name: `Sample Buyer ${number}`,
    username: `sample-buyer-${number}`,
    role: 'member',
    referredById: seller?.id ?? null,
    referralClickId: click?.clickId ?? null,
  });
  return id;
}
