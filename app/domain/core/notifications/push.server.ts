import { createHash } from 'node:crypto';
import { z } from 'zod';
import { lockVerifiedAccount } from '#app/domain/core/access/own-account.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { notificationSentence } from '#app/domain/core/notifications/kinds.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { AddressRefused } from '#app/platform/outgoing/addresses.server.ts';
import { post } from '#app/platform/outgoing/post.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

const webPush = onDemand<typeof import('web-push')>('web-push');

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === bytes);

/** What a browser says of where it can be reached. Its keys are a point on a curve, and a secret. */
export const pushSchema = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(1_000)
    .refine((address) => {
      const { username, password, port } = new URL(address);
      return username === '' && password === '' && port === '';
    }),
  p256dh: base64url(65),
  auth: base64url(16),
});

type PushForm = z.output<typeof pushSchema>;

/** How many browsers one person can be reached in; the one that was added first gives way. */
const browsersAtMost = 10;

const limit: RateLimit = { name: 'push-subscription', points: 20, seconds: 3600 };

/** Whether this site can send to browsers: it has the keys for it. */
export const offersPush = (): boolean => config().vapid !== null;

/**
 * Has a browser told of what its owner chooses. One that belonged to somebody else before, who signed out in it, is theirs now.
 * @throws {Refusal} unavailable without keys; not_allowed while their address is not verified; {RateLimitExceeded}
 */
export async function addBrowser(viewer: Pick<Viewer, 'id' | 'sessionId'>, form: PushForm): Promise<void> {
  if (!offersPush()) throw new Refusal('unavailable', 'This site sends nothing to browsers.');
  await consumeRateLimit(limit, viewer.id);
  // Named one by one: the form that brings them says more.
  const { endpoint, p256dh, auth } = form;
  const owned = { endpoint, p256dh, auth, userId: viewer.id, createdAt: now() };
  await transaction(async (tx) => {
    const holder = { userId: viewer.id, sessionId: viewer.sessionId };
    await lockVerifiedAccount(tx, holder, 'to turn on notifications in this browser');
    await tx.db.pushSubscription.upsert({
      where: { endpoint },
      create: owned,
      update: owned,
    });
    const older = await tx.db.pushSubscription.findMany({
      where: { userId: viewer.id },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: browsersAtMost,
      select: { id: true },
    });
    await tx.db.pushSubscription.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } });
  });
}

/** Tells a browser nothing any more; one that is not the viewer's stays. Safe to repeat. */
export async function removeBrowser(viewer: Pick<Viewer, 'id'>, endpoint: string): Promise<void> {
  await prisma().pushSubscription.deleteMany({ where: { userId: viewer.id, endpoint } });
}

/** Tells none of somebody's browsers any more. */
export async function removeBrowsers(viewer: Pick<Viewer, 'id'>): Promise<void> {
  await prisma().pushSubscription.deleteMany({ where: { userId: viewer.id } });
}

/** A push service keeps a message for a browser that is off for so long, in seconds. */
const keptSeconds = daySeconds;

/** Answers by which a push service says that a browser is gone for good. */
const goneStatuses = [404, 410];

/**
 * Sends a notification to its owner's browsers, encrypted for each; the worker calls it. One that was read meanwhile is not sent. A
 * browser that its push service does not know any more is forgotten, and so is one whose address is not on the public internet, or whose keys are none. Done
 * again, what is shown already is replaced, not shown twice.
 * @throws where a push service could not be reached, so that the job is tried again
 */
export async function sendPush(notificationId: string, { isAnyAllowed = false } = {}): Promise<void> {
  const notification = await prisma().notification.findFirst({
    where: { id: notificationId, readAt: null, user: { status: 'active' } },
    include: { user: { select: { pushSubscriptions: true } } },
  });
  if (!notification || !offersPush()) return;
  const tag = createHash('sha256')
    .update(notification.key ?? notification.id)
    .digest('base64url')
    .slice(0, 32);
  const payload = JSON.stringify({
    text: notificationSentence(notification).slice(0, 300),
    path: notification.path,
    tag,
  });
  const failures: string[] = [];
  for (const browser of notification.user.pushSubscriptions) {
    const message = sealed(browser, payload, tag);
    if (!message) {
      await forget(browser.id);
      continue;
    }
    try {
      const { status } = await post(new URL(browser.endpoint), { ...message, isAnyAllowed });
      if (goneStatuses.includes(status)) await forget(browser.id);
      else if (status >= 300) failures.push(`status ${status}`);
    } catch (error) {
      if (error instanceof AddressRefused) await forget(browser.id);
      else failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (failures.length > 0)
    throw new Error(`A push service did not take a notification: ${failures.join(', ')}`);
}

/** A message as a push service takes it, signed and encrypted; null where the keys of the browser are none. */
function sealed(
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  payload: string,
  topic: string,
): { headers: Record<string, string>; body: Uint8Array } | null {
  const { vapid, appUrl, supportEmail } = config();
  if (!vapid) return null;
  const subject = appUrl.startsWith('https://') ? appUrl : `mailto:${supportEmail}`;
  try {
    const { headers, body } = webPush().generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payload,
      { vapidDetails: { subject, ...vapid }, TTL: keptSeconds, contentEncoding: 'aes128gcm', topic },
    );
    const asText = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return { headers: Object.fromEntries(asText), body: body ?? Buffer.alloc(0) };
  } catch {
    return null;
  }
}

const forget = (id: string) => prisma().pushSubscription.deleteMany({ where: { id } });
