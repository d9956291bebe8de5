import { createHash } from 'node:crypto';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { refuseUnreadablePicture } from '#app/domain/core/values/picture-refusal.server.ts';
import { imageStore, usesOfImages, withStore } from '#app/domain/publishing/images.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { type Picture, readPicture } from '#app/platform/files/uploads.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** A picture that is sent may have so many bytes. */
const maxImageBytes = 5_000_000;

/** It is kept with so many pixels to a side at most: columns of text are no wider, on screens of twice the pixels. */
const maxSide = 1_600;

const imageLimit: RateLimit = { name: 'content-image', points: 60, seconds: 3600 };

/** A picture as it was sent. */
interface SentImage {
  /** One: each has its own words. */
  files: readonly Uint8Array<ArrayBuffer>[];
  /** What it shows. */
  alt: string;
}

/** The store takes its time, and one change of content waits for another. */
const timeoutMs = 60_000;

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

const nameOf = ({ bytes, width, height, mediaType }: Picture) =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}-${width}x${height}.${endings[mediaType]}`;

/** A picture as it is kept. */
export interface DrawnImage {
  name: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A picture drawn anew, with the name it has by its bytes; null for what cannot be read as one. @throws {PictureError} */
export async function drawImage(bytes: Uint8Array): Promise<DrawnImage | null> {
  const picture = await readPicture(bytes, maxSide);
  return picture && { name: nameOf(picture), mediaType: picture.mediaType, bytes: picture.bytes };
}

/**
 * Keeps a picture that was drawn anew, as part of `tx`; one that is kept already gets these words.
 * @throws {Refusal} unavailable where the store does not answer
 */
export async function keepImage(
  tx: Transaction,
  actor: Actor,
  { name, mediaType, bytes, alt }: DrawnImage & { alt: string },
): Promise<void> {
  const store = imageStore();
  await withStore(() => store?.put(name, bytes, mediaType));
  const values = { alt, bytes: store ? null : bytes };
  const existing = await tx.db.contentImage.findUnique({ where: { name }, select: { alt: true } });
  if (existing?.alt === alt) return;
  await tx.db.contentImage.upsert({
    where: { name },
    update: values,
    create: {
      ...values,
      name,
      mediaType,
      byteCount: bytes.byteLength,
      authorId: actor.id,
      createdAt: now(),
    },
  });
  await recordAudit(tx, actor, {
    action: 'content_image_added',
    subject: { type: 'content', id: name },
    after: { bytes: bytes.byteLength, alt },
  });
}

/**
 * Takes a picture that pieces can show, drawn anew without what else was in its file. The same one once more is the same picture.
 * @returns its name
 * @throws {RateLimitExceeded} after sixty an hour
 * @throws {Refusal} not_allowed; invalid (field files or alt); unavailable where the store does not answer
 */
export async function addImage(actor: Actor, { files, alt }: SentImage): Promise<string> {
  const [bytes = new Uint8Array(), ...more] = files;
  if (more.length > 0)
    throw new Refusal('invalid', 'Please send one picture at a time: each has words of its own.', 'files');
  if (bytes.byteLength > maxImageBytes)
    throw new Refusal('invalid', 'This picture is larger than 5 MB.', 'files');
  await transaction((tx) => requirePermission(tx, actor, 'content:edit'));
  await consumeRateLimit(imageLimit, actor.id ?? 'operator');
  const picture = await refuseUnreadablePicture(drawImage(bytes));
  if (!picture)
    throw new Refusal('invalid', 'This cannot be read as a picture. JPEG, PNG, GIF and WebP can.', 'files');
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    await lockContent(tx);
    await keepImage(tx, actor, { ...picture, alt });
  }, timeoutMs);
  return picture.name;
}

/**
 * Deletes a picture. Refused while a piece shows it, published or waiting; one that is gone already is fine.
 * @throws {Refusal} also not_allowed (ConfirmationNeeded)
 */
export async function removeImage(actor: Actor, name: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:archive');
    await lockContent(tx);
    const image = await tx.db.contentImage.findUnique({
      where: { name },
      select: { alt: true, bytes: true },
    });
    if (!image) return;
    const uses = (await usesOfImages(tx.db)).get(name) ?? [];
    if (uses.length > 0)
      throw new Refusal('conflict', `It is shown by ${uses.join(', ')}. Take it out of there first.`);
    await tx.db.contentImage.delete({ where: { name } });
    await recordAudit(tx, actor, {
      action: 'content_image_removed',
      subject: { type: 'content', id: name },
      before: { alt: image.alt },
    });
    // Last, since it cannot be undone: whoever comes next waits for the end of this.
    if (!image.bytes) await withStore(() => imageStore()?.remove(name));
  }, timeoutMs);
}
