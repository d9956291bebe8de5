import { z } from 'zod';
import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { deviceInWords } from '#app/domain/people/safety/device-words.ts';
import { queueSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import {
  beginCeremony,
  type Ceremony,
  endCeremony,
  type PasskeyAnswer,
} from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import {
  lockSecondFactor,
  settleSecondFactor,
  turnOnSecondFactor,
} from '#app/domain/people/safety/second-factor.server.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';
import { creationOptions, verifyCreation } from '#app/platform/secrets/webauthn.server.ts';

/** So many passkeys an account has at most. */
export const maxPasskeys = 20;

/** What an owner calls a passkey; the device it was made on, where they call it nothing. */
export const passkeyNameSchema = z.object({
  name: z.string().trim().max(60, 'Please use at most 60 characters').default(''),
});

export type PasskeyNameForm = z.input<typeof passkeyNameSchema>;

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  id: string;
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const ownColumns = { id: true, name: true, isSynced: true, createdAt: true, lastUsedAt: true } as const;

/** A user's passkeys, the oldest first. */
export async function listPasskeys(userId: string): Promise<OwnPasskey[]> {
  return prisma().passkey.findMany({
    where: { userId },
    select: ownColumns,
    orderBy: { id: 'asc' },
    take: maxPasskeys,
  });
}

/** Asks a browser to make a passkey for whoever has just proven who they are; devices that have one of the account's make none. */
export async function offerPasskey({ userId }: Confirmed, token?: string): Promise<Ceremony> {
  const user = await prisma().user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      name: true,
      passkeys: { select: { credentialId: true, transports: true } },
    },
  });
  return beginCeremony('add', userId, await creationOptions(user, user.passkeys), token);
}

/**
 * Adds a passkey that a browser has made, under a name. From then on a second step is asked for after the password; the passkey is one,
 * and signs in by itself. `then` is done in the same transaction. Says whether there are new recovery codes to be shown.
 * @throws {Refusal} invalid, where the question is too old or the answer not right; conflict, where it is there, or are too many
 */
export async function addPasskey<T = undefined>(
  { userId, sessionId }: Confirmed,
  { token, answer, origins }: PasskeyAnswer,
  { id, name, userAgent }: { id?: string; name: string; userAgent: string | null },
  then?: (tx: Transaction) => Promise<T>,
): Promise<{ hasNewCodes: boolean; passkey: OwnPasskey; result: T | undefined }> {
  const challenge = await endCeremony(token, 'add', userId);
  const made = await verifyCreation(answer, challenge, origins);
  if (!made) throw new Refusal('invalid', 'That passkey could not be added. Please try again.');
  const data = {
    ...made,
    ...(id ? { id } : {}),
    userId,
    name: name || deviceInWords(userAgent),
    createdAt: now(),
  };
  try {
    return await transaction(async (tx) => {
      await lockSecondFactor(tx, userId, sessionId);
      if ((await tx.db.passkey.count({ where: { userId } })) >= maxPasskeys)
        throw new Refusal('conflict', `An account has ${maxPasskeys} passkeys at most. Remove one first.`);
      const passkey = await tx.db.passkey.create({ data, select: ownColumns });
      await recordActivity(tx, { kind: 'passkey_added', userId, actorId: userId });
      await queueSecurityNotice(tx, userId, 'passkey_added', data.name);
      const hasNewCodes = await turnOnSecondFactor(tx, userId, sessionId);
      return { hasNewCodes, passkey, result: await then?.(tx) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('conflict', 'This passkey has been added already.');
    throw error;
  }
}

/** Calls a passkey something else. @throws {Refusal} not_found; invalid (field name) */
export async function renamePasskey({ userId }: Confirmed, id: string, name: string): Promise<void> {
  if (name === '') throw new Refusal('invalid', 'Please give it a name', 'name');
  const { count } = await prisma().passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw noPasskey();
}

/**
 * Removes a passkey; where it was the last second factor, none is asked for any more.
 * @throws {Refusal} not_found, also where it is gone already
 */
export async function removePasskey({ userId, sessionId }: Confirmed, id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockSecondFactor(tx, userId, sessionId);
    await deletePasskey(tx, userId, id, userId);
  });
}

/** The same as part of `tx`, for a caller that holds the account's lock. `actorId` is null where a program removes it. */
export async function deletePasskey(
  tx: Transaction,
  userId: string,
  id: string,
  actorId: string | null,
): Promise<void> {
  const [removed] = await tx.db.$queryRaw<{ name: string }[]>`
    DELETE FROM passkeys WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING name`;
  if (!removed) throw noPasskey();
  await recordActivity(tx, { kind: 'passkey_removed', userId, ...(actorId ? { actorId } : {}) });
  await queueSecurityNotice(tx, userId, 'passkey_removed', removed.name);
  await settleSecondFactor(tx, userId);
}

const noPasskey = () => new Refusal('not_found', 'This passkey is not in your account any more.');
