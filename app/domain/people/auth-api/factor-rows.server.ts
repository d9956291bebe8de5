import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * The second factors of a user, as rows of FactorRow: the account's authenticator app and its passkeys, and what an app has enrolled and
 * not verified yet.
 */
export const factorRows = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT coalesce(f.factor_id, f.user_id) AS id, 'totp' AS kind, f.name, true AS "isVerified", f.confirmed_at AS "createdAt"
  FROM authenticators f WHERE f.user_id = ${userId} AND f.confirmed_at IS NOT NULL
  UNION ALL
  SELECT f.id, 'webauthn', f.name, true, f.created_at FROM passkeys f WHERE f.user_id = ${userId}
  UNION ALL
  SELECT f.id, f.kind::text, f.name, false, f.created_at FROM api_factors f
  WHERE f.user_id = ${userId} AND f.expires_at > ${now()}`;
