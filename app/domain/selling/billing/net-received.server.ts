import { Prisma } from '#app/platform/database/generated/client.ts';

/** What a payment `p` has brought: without tax, and of what went back only the share that was not tax. SQL, integer cents. */
export const netReceivedSql = Prisma.sql`
  CASE WHEN p.amount_cents > 0
    THEN floor((p.amount_cents - p.tax_cents)::numeric * (p.amount_cents - p.amount_refunded_cents) / p.amount_cents)::bigint
    ELSE 0 END`;
