import {
  digestKinds,
  kindNames,
  type NotificationKind,
  notificationKinds,
} from '#app/domain/core/notifications/kinds.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

/** What somebody has chosen for a kind; `mail` is null where a mail of its own tells of it anyway. */
export interface KindChoice {
  kind: NotificationKind;
  title: string;
  text: string;
  isFixed: boolean;
  site: boolean;
  mail: boolean | null;
  push: boolean;
}

/** What somebody has chosen, or the defaults: all on the site, nothing by mail or in browsers. One query. */
export async function findChoices(userId: string): Promise<KindChoice[]> {
  const row = await prisma().notificationSettings.findUnique({ where: { userId } });
  return kindNames.map((kind) => {
    const { title, text, isFixed = false, mail } = notificationKinds[kind];
    return {
      kind,
      title,
      text,
      isFixed,
      site: isFixed || !row?.siteOff.includes(kind),
      mail: mail === 'own' ? null : (row?.mailOn.includes(kind) ?? false),
      push: row?.pushOn.includes(kind) ?? false,
    };
  });
}

/** Saves what somebody has chosen; what cannot be switched off stays on. What waits for a digest nobody wants any more is dropped. */
export async function saveChoices(
  userId: string,
  {
    site,
    mail,
    push = [],
  }: {
    site: readonly NotificationKind[];
    mail: readonly NotificationKind[];
    push?: readonly NotificationKind[];
  },
): Promise<void> {
  const siteOff = kindNames.filter((kind) => !notificationKinds[kind].isFixed && !site.includes(kind));
  const mailOn = digestKinds.filter((kind) => mail.includes(kind));
  const pushOn = [...push];
  await transaction(async ({ db }) => {
    await db.notificationSettings.upsert({
      where: { userId },
      create: { userId, siteOff, mailOn, pushOn },
      update: { siteOff, mailOn, pushOn },
    });
    await db.notification.updateMany({
      where: { userId, mailAt: { not: null }, kind: { notIn: mailOn } },
      data: { mailAt: null },
    });
  });
}

/** Where somebody ends their digests without signing in, as each of them says. */
export const unsubscribeUrl = (userId: string): string =>
  `${config().appUrl}/notifications/unsubscribe/${userId}.${signatureOf('digest unsubscribe link', userId)}`;

const tokenForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{32})$/;

/** Ends somebody's digests by the link of any of them; false for a link that the site has not made, or whose account is gone. Safe to repeat. */
export async function endDigestsByToken(token: string): Promise<boolean> {
  const [, userId, signature] = tokenForm.exec(token) ?? [];
  if (!userId || !signature) return false;
  if (!isSignatureOf('digest unsubscribe link', userId, signature)) return false;
  return transaction(async ({ db }) => {
    if ((await db.user.count({ where: { id: userId, status: 'active' } })) === 0) return false;
    await db.notificationSettings.updateMany({ where: { userId }, data: { mailOn: [] } });
    await db.notification.updateMany({ where: { userId, mailAt: { not: null } }, data: { mailAt: null } });
    return true;
  });
}
