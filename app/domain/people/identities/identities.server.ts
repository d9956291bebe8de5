import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { lockOwnAccount, lockVerifiedAccount } from '#app/domain/core/access/own-account.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { findProvider, type ProviderProfile } from '#app/domain/people/identities/providers.server.ts';
import { identityRefusal } from '#app/domain/people/identities/refusals.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** The provider's name on buttons; its id where the settings no longer have it. */
export const providerName = (id: string): string => findProvider(id)?.name ?? id;

/** An identity of an account, as its owner sees it. */
interface LinkedIdentity {
  id: string;
  provider: string;
  name: string;
  email: string;
  createdAt: Date;
}

/** The providers that can be signed in with, for buttons. */
export const providersForButtons = (): { id: string; name: string }[] =>
  config().identityProviders.map(({ id, name }) => ({ id, name }));

/** What an account is linked to, the oldest first. One query. */
export async function listIdentities(userId: string): Promise<LinkedIdentity[]> {
  const rows = await prisma().userIdentity.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, provider: true, email: true, createdAt: true },
    take: 50,
  });
  return rows.map((row) => ({ ...row, name: providerName(row.provider) }));
}

/** Writes an identity of an account, as part of `tx`, whose caller holds the account's lock and emails its owner where that is due. @throws {IdentityRefusal} linked_elsewhere */
export async function addIdentity(tx: Transaction, userId: string, profile: ProviderProfile): Promise<void> {
  const { provider, issuer, subject, email, isEmailVerified } = profile;
  const at = now();
  const { count } = await tx.db.userIdentity.createMany({
    data: [{ userId, provider, issuer, subject, email, isEmailVerified, createdAt: at, lastSignInAt: at }],
    skipDuplicates: true,
  });
  if (count === 0) throw identityRefusal('linked_elsewhere', providerName(provider));
  await recordActivity(tx, { kind: 'identity_linked', userId, actorId: userId });
}

/**
 * Links an identity to the account of whoever is signed in, and tells its owner by mail. An account whose address nobody has verified
 * takes none: somebody else may have registered it (P181).
 * @throws {IdentityRefusal} already_linked, linked_elsewhere
 * @throws {Refusal} not_allowed
 */
export async function linkIdentity(
  holder: { userId: string; sessionId: string },
  profile: ProviderProfile,
): Promise<void> {
  const { provider, issuer, subject } = profile;
  await transaction(async (tx) => {
    await lockVerifiedAccount(tx, holder, 'to link another way to sign in');
    const present = await tx.db.userIdentity.findUnique({
      where: { issuer_subject: { issuer, subject } },
      select: { userId: true },
    });
    if (present)
      throw identityRefusal(
        present.userId === holder.userId ? 'already_linked' : 'linked_elsewhere',
        providerName(provider),
      );
    await addIdentity(tx, holder.userId, profile);
    await queueSecurityNotice(tx, holder.userId, 'identity_linked', providerName(provider));
  });
}

/**
 * Unlinks an identity of one's own account, unless it is the last way in: a password, a passkey or another identity has to stay. The
 * owner is told by mail.
 * @throws {IdentityRefusal} no_identity, last_way_in
 */
export async function unlinkIdentity(confirmed: Confirmed, identityId: string): Promise<void> {
  const { userId, sessionId } = confirmed;
  await transaction(async (tx) => {
    await lockOwnAccount(tx, { userId, sessionId });
    const identity = await tx.db.userIdentity.findFirst({
      where: { id: identityId, userId },
      select: { provider: true },
    });
    if (!identity) throw identityRefusal('no_identity');
    const name = providerName(identity.provider);
    const { passwordHash, _count: ways } = await tx.db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordHash: true, _count: { select: { passkeys: true, identities: true } } },
    });
    if (passwordHash === null && ways.passkeys === 0 && ways.identities < 2)
      throw identityRefusal('last_way_in', name);
    await tx.db.userIdentity.deleteMany({ where: { id: identityId, userId } });
    await recordActivity(tx, { kind: 'identity_unlinked', userId, actorId: userId });
    await queueSecurityNotice(tx, userId, 'identity_unlinked', name);
  });
}

/** Whose account an identity signs in to, as part of `tx`, with the account locked; null where it is linked to none. */
export async function findIdentityOwner(
  tx: Transaction,
  { issuer, subject, email, isEmailVerified }: ProviderProfile,
): Promise<string | null> {
  const where = { issuer_subject: { issuer, subject } };
  const seen = await tx.db.userIdentity.findUnique({ where, select: { userId: true } });
  if (!seen) return null;
  await lockUser(tx, seen.userId);
  // Unlinked while this waited for the lock, it opens nothing.
  const { count } = await tx.db.userIdentity.updateMany({
    where: { issuer, subject, userId: seen.userId },
    data: { email, isEmailVerified, lastSignInAt: now() },
  });
  return count === 0 ? null : seen.userId;
}
