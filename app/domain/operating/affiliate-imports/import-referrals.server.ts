import { ownersOfCodes } from '#app/domain/operating/affiliate-imports/compare-affiliates.server.ts';
import { markDone, type WaitingRow } from '#app/domain/operating/affiliate-imports/done-rows.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';

/** Makes customers who belong to nobody and have paid nothing here yet those of their affiliates, for good. */
export async function importReferrals(
  tx: Transaction,
  importId: string,
  rows: readonly WaitingRow[],
): Promise<void> {
  const emails = rows.map(({ email }) => email);
  await tx.db.$executeRaw`SELECT FROM users WHERE email = ANY(${emails}) ORDER BY id FOR NO KEY UPDATE`;
  const names = [...new Set(rows.flatMap(({ data }) => data.affiliate ?? []))];
  const byEmail = await tx.db.user.findMany({
    where: { email: { in: names } },
    select: { id: true, email: true },
  });
  const affiliates = new Map([
    ...byEmail.map(({ id, email }) => [email, id] as const),
    ...(await ownersOfCodes(tx.db, names)),
  ]);
  const pairs = rows.flatMap(({ number, email, data }) => {
    const referrerId = affiliates.get(data.affiliate ?? '');
    return referrerId ? [{ number, email, referrerId }] : [];
  });
  const bound = await tx.db.$queryRaw<{ number: number; userId: string; referrerId: string }[]>`
    UPDATE users u SET referred_by = p."referrerId", updated_at = ${now()}
    FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS p(number int, email text, "referrerId" uuid)
    JOIN users a ON a.id = p."referrerId" AND a.role <> 'member'
    WHERE u.email = p.email AND u.referred_by IS NULL AND u.id <> p."referrerId" AND a.referred_by IS DISTINCT FROM u.id
      AND NOT EXISTS (SELECT 1 FROM payments m WHERE m.user_id = u.id)
    RETURNING p.number, u.id AS "userId", p."referrerId"`;
  for (const { number, userId, referrerId } of bound)
    await markDone(tx, importId, number, userId, { referrerId });
}
