import { hasMembershipBesideGiftsSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { hashOfCode } from '#app/domain/selling/gifts/gift-code.server.ts';
import { isGiftCode } from '#app/domain/selling/gifts/gift-code.ts';
import type { GiftFacts } from '#app/domain/selling/gifts/gift-state.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A gift as lists and its pages show it. */
export interface ListedGift extends GiftFacts {
  id: string;
  product: string;
  months: number;
  /** What it is to be paid in. */
  giftCurrency: string;
  giverName: string;
  message: string;
  startsOn: Date;
  deliverAt: Date;
  createdAt: Date;
  paidAt: Date | null;
  redeemedAt: Date | null;
  giverId: string;
  redeemedById: string | null;
  /** Of the payment, in integer cents with tax; null before it, or where a discount made it free. */
  paidCents: number | null;
  currency: string | null;
  paymentId: string | null;
}

const perPage = 30;

const giftsSql = Prisma.sql`
  SELECT i.id, i.product, i.months, i.currency AS "giftCurrency", i.status::text AS status, i.giver_name AS "giverName", i.message,
    i.recipient_email AS "recipientEmail", i.starts_on AS "startsOn", i.deliver_at AS "deliverAt", i.delivered_at AS "deliveredAt",
    i.created_at AS "createdAt", i.paid_at AS "paidAt", i.withheld_at AS "withheldAt", i.redeemed_at AS "redeemedAt",
    i.redeemed_by_id AS "redeemedById", i.started_at AS "startedAt", i.ended_at AS "endedAt", i.giver_id AS "giverId",
    e.ends_at AS "endsAt", EXISTS (SELECT FROM purchases h WHERE h.gift_id = i.id AND h.status = 'held') AS "isHeld", p.amount_cents AS "paidCents", p.currency, p.id AS "paymentId"
  FROM gifts i LEFT JOIN entitlement_grants e ON e.id = i.grant_id
  LEFT JOIN LATERAL (
    SELECT y.id, y.amount_cents, y.currency FROM purchases b JOIN payments y ON y.id = b.payment_id
    WHERE b.gift_id = i.id AND b.is_granted LIMIT 1
  ) p ON true`;

async function listGifts(where: Prisma.Sql, place: Place | null): Promise<ListPage<ListedGift>> {
  const { past, order } = pageSql(Prisma.sql`i.created_at`, Prisma.sql`i.id`, place);
  const rows = await prisma().$queryRaw<ListedGift[]>`
    ${giftsSql} WHERE ${where} ${past} ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(rows, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
}

/** A page of the gifts that somebody gives, the newest first. One query. */
export const listGiven = (giverId: string, place: Place | null) =>
  listGifts(Prisma.sql`i.giver_id = ${giverId}::uuid`, place);

/** The gifts that somebody has redeemed, the newest first. One query. */
export async function listReceived(userId: string): Promise<ListedGift[]> {
  return prisma().$queryRaw<ListedGift[]>`
    ${giftsSql} WHERE i.redeemed_by_id = ${userId}::uuid ORDER BY i.redeemed_at DESC LIMIT ${perPage}`;
}

/** What an admin looks for: a code as it was typed, an email address of the giver or the recipient, or a name. */
function searchSql(text: string): Prisma.Sql {
  const typed = text.trim();
  if (typed === '') return Prisma.sql`i.status <> 'draft'`;
  if (isGiftCode(typed)) return Prisma.sql`i.code_hash = ${hashOfCode(typed)}`;
  const address = typed.toLowerCase();
  return Prisma.sql`(i.recipient_email = ${address}
    OR i.giver_id IN (SELECT u.id FROM users u WHERE u.email = ${address})
    OR i.redeemed_by_id IN (SELECT u.id FROM users u WHERE u.email = ${address}))`;
}

/** A page of all gifts that were paid, or of those that are looked for, the newest first. One query. */
export const searchGifts = (text: string, place: Place | null) => listGifts(searchSql(text), place);

/** A gift by its id; null for none. One query. */
export async function findGift(id: string): Promise<ListedGift | null> {
  if (!isId(id)) return null;
  const [row] = await prisma().$queryRaw<ListedGift[]>`${giftsSql} WHERE i.id = ${id}::uuid`;
  return row ?? null;
}

/** A gift of its giver's; null for one of somebody else. One query. */
export async function findGiven(giverId: string, id: string): Promise<ListedGift | null> {
  const gift = await findGift(id);
  return gift?.giverId === giverId ? gift : null;
}

/**
 * Until when somebody is a member by a gift alone; null for whoever has no gift that runs, or something else besides. They can join with
 * a card meanwhile. One query.
 */
export async function findGiftEnd(userId: string): Promise<Date | null> {
  const [row] = await prisma().$queryRaw<{ endsAt: Date }[]>`
    SELECT e.ends_at AS "endsAt" FROM gifts i JOIN entitlement_grants e ON e.id = i.grant_id
    WHERE i.redeemed_by_id = ${userId}::uuid AND i.ended_at IS NULL AND e.revoked_at IS NULL AND e.ends_at > ${now()}
      AND NOT ${hasMembershipBesideGiftsSql(Prisma.sql`${userId}::uuid`)}`;
  return row?.endsAt ?? null;
}

/** What makes the code of a gift. */
export const findCoded = (id: string) =>
  prisma().gift.findUniqueOrThrow({ where: { id }, select: { id: true, codeVersion: true, codeHash: true } });
