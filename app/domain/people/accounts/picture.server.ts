import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { refuseUnreadablePicture } from '#app/domain/core/values/picture-refusal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { readSquare } from '#app/platform/files/uploads.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** A picture that is sent may have so many bytes. */
const maxPictureBytes = 5_000_000;

/** It is kept as a square of so many pixels. */
const side = 256;

const pictureLimit: RateLimit = { name: 'profile-picture', points: 10, seconds: 3600 };

/**
 * Takes a picture for a user's own, drawn anew as a square without what else was in the file. It has another id, and so another address,
 * than the one before: browsers keep each for good. The same picture again changes nothing.
 * @throws {RateLimitExceeded} after ten an hour
 * @throws {Refusal} invalid (field files) for what is too large, or no picture
 */
export async function setPicture(userId: string, sent: Uint8Array<ArrayBuffer>): Promise<void> {
  const refuse = (message: string) => new Refusal('invalid', message, 'files');
  if (sent.byteLength > maxPictureBytes) throw refuse('This picture is larger than 5 MB.');
  await consumeRateLimit(pictureLimit, userId);
  const bytes = await refuseUnreadablePicture(readSquare(sent, side));
  if (!bytes) throw refuse('This cannot be read as a picture. JPEG, PNG, GIF and WebP can.');
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    const own = await tx.db.profilePicture.findUnique({ where: { userId }, select: { bytes: true } });
    if (own && Buffer.from(own.bytes).equals(bytes)) return;
    await tx.db.profilePicture.deleteMany({ where: { userId } });
    const { id } = await tx.db.profilePicture.create({
      data: { userId, bytes, createdAt: now() },
      select: { id: true },
    });
    await tx.db.user.update({ where: { id: userId }, data: { pictureId: id } });
    await recordActivity(tx, { kind: 'picture_changed', userId, actorId: userId });
  });
}

/** Shows a user's initials again. None to be removed is fine. */
export async function removePicture(userId: string): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.db.profilePicture.deleteMany({ where: { userId } });
    if (count > 0) await recordActivity(tx, { kind: 'picture_removed', userId, actorId: userId });
  });
}

/** A picture (WebP) by its id; null for one that is gone. One query. */
export async function findPicture(id: string): Promise<Uint8Array | null> {
  const found = await prisma().profilePicture.findUnique({ where: { id }, select: { bytes: true } });
  return found?.bytes ?? null;
}
