import { openStates, type PayoutState, returnedStates } from '#app/domain/programme/payouts/states.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

// What queries ask of somebody who is paid, by their user id.

const statesSql = (states: readonly PayoutState[]) =>
  Prisma.join(states.map((state) => Prisma.sql`${state}::payout_state`));

/** The PayPal address that is paid to at a moment; null for none. */
export const usableAddressSql = (userId: Prisma.Sql, at: Date): Prisma.Sql => Prisma.sql`
  (SELECT p.email FROM payout_addresses p WHERE p.user_id = ${userId} AND p.canceled_at IS NULL AND p.usable_from <= ${at}
    ORDER BY p.usable_from DESC LIMIT 1)`;

/** Whether a payout is on its way. */
export const hasOpenPayoutSql = (userId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM payout_items i WHERE i.user_id = ${userId} AND i.state IN (${statesSql(openStates)}))`;

/** Whether the latest payout came back from an address: a last payout is not sent there again by itself. */
export const cameBackSql = (userId: Prisma.Sql, email: Prisma.Sql): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT 1 FROM (SELECT i.state, i.email FROM payout_items i WHERE i.user_id = ${userId}
      ORDER BY i.created_at DESC, i.id DESC LIMIT 1) latest
    WHERE latest.email = ${email} AND latest.state IN (${statesSql(returnedStates)}))`;
