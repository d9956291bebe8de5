import type { Permission } from '#app/domain/core/access/admin-policy.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { type Target, takeTarget } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type ApiUserRow, toApiUser } from '#app/domain/people/auth-api/api-user.ts';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import { apiUserColumns, apiUserJoins } from '#app/domain/people/auth-api/sessions.server.ts';
import { isDeletionDue } from '#app/domain/people/personal-data/deletion.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

// What the operator's programs do with accounts through the admin endpoints of the auth API, with a key (P218).

/** An account as the admin endpoints' queries read it. */
interface AccountRow extends ApiUserRow {
  status: 'active' | 'inactive';
  deletedAt: Date | null;
}

/** A deactivation has no end: the protocol wants a day, and this is the last that every client can read. */
const endless = '9999-12-31T00:00:00.000Z';

/** An account in the shape of the protocol, with what only the operator's programs are told. */
function toAdminUser(row: AccountRow) {
  return {
    ...toApiUser(row),
    ...(row.status === 'inactive' ? { banned_until: endless } : {}),
    ...(row.deletedAt ? { deleted_at: row.deletedAt.toISOString() } : {}),
  };
}

export type AdminUser = ReturnType<typeof toAdminUser>;

/** Accounts as the admin endpoints show them; those that were erased are none. `rest` orders and limits. */
const accountsSql = (condition: Prisma.Sql, rest: Prisma.Sql) => Prisma.sql`
  SELECT ${apiUserColumns()}, u.status::text AS status, d.created_at AS "deletedAt"
  FROM users u ${apiUserJoins(now())}
    LEFT JOIN account_deletions d ON d.user_id = u.id AND d.due_at <= ${now()}
  WHERE d.done_at IS NULL AND ${condition} ${rest}`;

/** An account; null where there is none, or it was erased. One query. */
export async function findAccount(userId: string): Promise<AdminUser | null> {
  const [row] = await prisma().$queryRaw<AccountRow[]>(
    accountsSql(Prisma.sql`u.id = ${userId}::uuid`, Prisma.empty),
  );
  return row ? toAdminUser(row) : null;
}

/** A page of accounts, the newest first, and how many there are. Two queries. */
export async function listAccounts(
  page: number,
  perPage: number,
): Promise<{ users: AdminUser[]; total: number }> {
  const rest = Prisma.sql`ORDER BY u.created_at DESC, u.id LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`;
  const [rows, [counted]] = await Promise.all([
    prisma().$queryRaw<AccountRow[]>(accountsSql(Prisma.sql`true`, rest)),
    prisma().$queryRaw<{ total: number }[]>`
      SELECT (SELECT count(*) FROM users)::int - (SELECT count(*) FROM account_deletions WHERE done_at IS NOT NULL)::int AS total`,
  ]);
  return { users: rows.map(toAdminUser), total: counted?.total ?? 0 };
}

export const userNotFound = (why?: string) =>
  new AuthApiError(404, 'user_not_found', why === undefined ? 'User not found' : `User not found: ${why}`);

export const emailExists = () =>
  new AuthApiError(422, 'email_exists', 'A user with this email address has already been registered');

/** A key may not do something: by its permissions, or because the account is an admin's. */
export const notAdmin = (message = 'User not allowed') => new AuthApiError(403, 'not_admin', message);

/** What the admins' commands refuse, in the words of the protocol. */
export function asProtocolError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.kind === 'not_allowed') return notAdmin('The key may not do this with this account');
  if (error.kind === 'not_found') return userNotFound();
  // Who is deleted, and only waits to be erased, is changed no more.
  if (error.kind === 'conflict' && /deleted/.test(error.message)) return userNotFound();
  return error;
}

/**
 * Lets a program do something with an account as part of `tx`, and locks the account. An admin's is no program's to change, and neither
 * is one that is deleted and waits for its last payout: where that is sent is for its owner to say.
 * @throws {AuthApiError} user_not_found, not_admin
 */
export async function takeAccount(
  tx: Transaction,
  actor: Actor,
  permission: Permission,
  userId: string,
): Promise<Target> {
  let target: Target;
  try {
    target = await takeTarget(tx, actor, permission, userId);
  } catch (error) {
    throw asProtocolError(error);
  }
  if (await isDeletionDue(tx, userId)) throw userNotFound('the account is deleted and waits to be erased');
  return target;
}

/** The account as it is after a change. @throws {AuthApiError} user_not_found, where it was erased meanwhile */
export async function readAccount(userId: string): Promise<AdminUser> {
  const account = await findAccount(userId);
  if (!account) throw userNotFound();
  return account;
}
