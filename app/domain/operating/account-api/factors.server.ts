import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { readAccount, takeAccount } from '#app/domain/operating/account-api/account.server.ts';
import { type FactorRow, toFactor } from '#app/domain/people/auth-api/api-user.ts';
import { AuthApiError } from '#app/domain/people/auth-api/errors.ts';
import { factorRows } from '#app/domain/people/auth-api/factor-rows.server.ts';
import { type PasskeyReply, toApiPasskey } from '#app/domain/people/auth-api/passkeys.server.ts';
import { deleteAuthenticator } from '#app/domain/people/safety/authenticator.server.ts';
import { deletePasskey, listPasskeys } from '#app/domain/people/safety/passkeys.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

type Factor = ReturnType<typeof toFactor>;

/** The second factors of an account. @throws {AuthApiError} user_not_found */
export async function listFactorsOf(userId: string): Promise<readonly Factor[]> {
  return (await readAccount(userId)).factors ?? [];
}

/** The passkeys of an account. @throws {AuthApiError} user_not_found */
export async function listPasskeysOf(userId: string): Promise<PasskeyReply[]> {
  await readAccount(userId);
  return (await listPasskeys(userId)).map(toApiPasskey);
}

async function remove(tx: Transaction, userId: string, factor: FactorRow): Promise<void> {
  if (!factor.isVerified) await tx.db.apiFactor.deleteMany({ where: { id: factor.id, userId } });
  else if (factor.kind === 'totp') await deleteAuthenticator(tx, userId);
  else await deletePasskey(tx, userId, factor.id, null);
}

async function removeOne(
  actor: Actor,
  userId: string,
  isWanted: (factor: FactorRow) => boolean,
): Promise<Factor | null> {
  return transaction(async (tx) => {
    const target = await takeAccount(tx, actor, 'users:remove_factor', userId);
    const factors = await tx.db.$queryRaw<FactorRow[]>(factorRows(Prisma.sql`${target.id}::uuid`));
    const factor = factors.find(isWanted);
    if (!factor) return null;
    await remove(tx, target.id, factor);
    await recordAudit(tx, actor, {
      action: 'second_factor_removed',
      subject: { type: 'user', id: target.id },
      before: { factor: factor.kind, verified: factor.isVerified },
    });
    return toFactor(factor);
  });
}

/** Takes a second factor away that its owner has lost; they are told by mail. @throws {AuthApiError} user_not_found, mfa_factor_not_found, not_admin */
export async function removeFactorOf(actor: Actor, userId: string, factorId: string): Promise<Factor> {
  const removed = await removeOne(actor, userId, ({ id }) => id === factorId);
  if (!removed) throw new AuthApiError(404, 'mfa_factor_not_found', 'Factor not found');
  return removed;
}

/** The same for a passkey. @throws {AuthApiError} user_not_found, validation_failed, not_admin */
export async function removePasskeyOf(actor: Actor, userId: string, passkeyId: string): Promise<void> {
  const isWanted = ({ id, kind, isVerified }: FactorRow) =>
    id === passkeyId && kind === 'webauthn' && isVerified;
  if (!(await removeOne(actor, userId, isWanted)))
    throw new AuthApiError(404, 'validation_failed', 'Passkey not found');
}
